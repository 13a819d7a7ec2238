import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import type { ChosenFile } from './uploads.api.ts';
import { useUploadShare } from './uploads.api.ts';

/** A file of this many bytes takes a while on a slow network. */
const large = 100_000;

/** How much of a large file is on its way, until all is. */
export function UploadProgress({ chosenFile }: { chosenFile: ChosenFile | null }) {
  const share = useUploadShare(chosenFile);
  if (!chosenFile || chosenFile.file.size < large || share === 1) return null;
  return <ProgressBar label="Sending the file" value={share} max={1} />;
}
