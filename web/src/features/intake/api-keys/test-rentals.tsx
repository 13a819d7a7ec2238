import { getTestRentals, removeTestRentals } from '@lotkeeper/contract/intake/api-keys';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';

/** Takes back what sample calls of keys recorded; nothing where there is none. */
export function TestRentals({ organizationId }: { organizationId: string }) {
  const input = { params: { id: organizationId } };
  const { data } = useRead(getTestRentals, input);
  const remove = useSend(removeTestRentals, [getTestRentals]);
  const left = remove.data?.count ?? 0;
  if (!data?.count && !remove.data) return null;
  return (
    <div className="ui-row ui-bottom-wide">
      {data?.count ? (
        <>
          <span>
            {data.count === 1
              ? 'A test rental is recorded.'
              : `${data.count} test rentals are recorded.`}
            {left > 0 ? ' A visit of its car was seen, so it stays.' : ''}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            loading={remove.isPending}
            onClick={() => remove.mutate(input)}
          >
            Take it back
          </Button>
        </>
      ) : null}
      <FormFailure error={remove.error} />
      <Notice text={remove.data && left === 0 ? 'The test rental was taken back.' : ''} />
    </div>
  );
}
