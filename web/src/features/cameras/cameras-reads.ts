import { listCameraFeeds, listCameraMessages, listCameras } from '@lotkeeper/contract/cameras';

/** What the page shows that a camera’s message changes. */
export const camerasReads = [listCameras, listCameraFeeds, listCameraMessages];
