import type { ServiceCar } from '@lotkeeper/contract/cars/service-cars';
import {
  createServiceCar,
  listServiceCars,
  removeServiceCar,
  serviceCarMessages,
} from '@lotkeeper/contract/cars/service-cars';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import * as list from '../../../records/cars/service-cars.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

const readList = (scope: OrganizationScope) =>
  scope.read(
    (sql) => sql<ServiceCar[]>`
      select l.pk, l.kind, l.note,
        json_build_object('plate', c.plate, 'state', c.state, 'country', c.country) as car_details
      from service_cars l
      join cars c on c.organization_id = ${scope.organizationId} and c.pk = l.car_pk
      where l.organization_id = ${scope.organizationId} and l.ended_at is null
      order by c.plate_key, l.pk`,
  );

/** Cars of staff, services and tow trucks, which are never customers. */
export function serviceCarsRoutes(serve: Serve): void {
  serve(listServiceCars, async ({ scope }) => ({ cars: await readList(scope) }));

  serve(createServiceCar, ({ scope, body, now }) =>
    withRecorder(scope, async (recorder) => {
      const { kind, note, ...car } = body;
      const pk = await list.addServiceCar(recorder, { car, kind, note }, now);
      if (pk === 'listed') throw wrongFields({ plate: serviceCarMessages.listed });
      if (pk === 'full') throw new Refusal('conflict', serviceCarMessages.full);
      await recordAuditEntry(recorder.tx, scope, now, {
        act: 'create',
        subject: 'service car',
        pk,
        name: car.plate,
        after: { kind, note },
      });
      return { pk };
    }),
  );

  serve(removeServiceCar, ({ scope, params, now }) =>
    withRecorder(scope, async (recorder) => {
      const car = requireFound(
        await list.removeServiceCar(recorder, params.car, now),
        'service car',
      );
      await recordAuditEntry(recorder.tx, scope, now, {
        act: 'remove',
        subject: 'service car',
        pk: params.car,
        name: car.plate,
      });
      return { pk: params.car };
    }),
  );
}
