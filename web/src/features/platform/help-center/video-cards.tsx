import type { HelpVideo, HelpVideos, HelpVideoTitle } from '@lotkeeper/contract/platform/settings';
import { helpVideoTitles } from '@lotkeeper/contract/platform/settings';
import { Link } from '@tanstack/react-router';
import { CirclePlay } from 'lucide-react';

/** The article shown for a tutorial without a video in this installation. */
export const tutorialArticles = {
  Events: 'event-calendar',
  Visitors: 'visitors',
  'Discount codes': 'discount-codes',
  Reports: 'reports',
  'Validation code': 'validation-codes',
  Team: 'team',
} as const satisfies Record<HelpVideoTitle, string>;

interface VideoCardsProps {
  videos: HelpVideos;
  organization: string | undefined;
}

/** The six tutorials: a video if there is one, or else the article. */
export function VideoCards({ videos, organization }: VideoCardsProps) {
  return (
    <ul className="ui-fields">
      {helpVideoTitles.map((title) => {
        const video = videos[title];
        return (
          <li key={title}>
            {video ? (
              <VideoCard title={title} video={video} />
            ) : (
              <ReadInstead title={title} organization={organization} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function VideoCard({ title, video }: { title: HelpVideoTitle; video: HelpVideo }) {
  return (
    <>
      <h3>
        <a href={video.url} target="_blank" rel="noopener noreferrer">
          {title}
          <span className="ui-hidden"> (opens in a new tab)</span>
        </a>
      </h3>
      <p className="ui-note ui-inline">
        <CirclePlay size={14} aria-hidden /> Video, {video.length}
      </p>
    </>
  );
}

function ReadInstead(props: { title: HelpVideoTitle; organization: string | undefined }) {
  const { title, organization } = props;
  return (
    <h3>
      <Link
        to="/help-center/$article"
        params={{ article: tutorialArticles[title] }}
        search={organization ? { organization } : {}}
      >
        {title}
      </Link>
    </h3>
  );
}
