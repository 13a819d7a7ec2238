import type { HelpVideo, HelpVideos } from '@lotkeeper/contract/settings';
import { helpVideoTitles } from '@lotkeeper/contract/settings';
import { CirclePlay, VideoOff } from 'lucide-react';
import classes from './help-center.module.css';

/** The six tutorials, those that this installation has none of too. */
export function VideoCards({ videos }: { videos: HelpVideos }) {
  return (
    <ul className={classes.videos}>
      {helpVideoTitles.map((title) => (
        <li key={title} className={classes.video}>
          <VideoCard title={title} video={videos[title]} />
        </li>
      ))}
    </ul>
  );
}

function VideoCard({ title, video }: { title: string; video: HelpVideo | undefined }) {
  if (!video) {
    return (
      <>
        <VideoOff className={classes.icon} size={28} aria-hidden />
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.note}>This video is not available here.</p>
      </>
    );
  }
  return (
    <>
      <CirclePlay className={classes.icon} size={28} aria-hidden />
      <h3 className={classes.title}>
        <a href={video.url} target="_blank" rel="noopener noreferrer" className={classes.link}>
          {title}
          <span className="ui-hidden"> (opens in a new tab)</span>
        </a>
      </h3>
      <p className={classes.note}>{video.length}</p>
    </>
  );
}
