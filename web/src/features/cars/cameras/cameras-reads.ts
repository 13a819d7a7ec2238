import { listCameraFeeds, listCameraMessages, listCameras } from '@lotkeeper/contract/cars/cameras';

/** What the page shows that a camera’s message changes. */
export const camerasReads = [listCameras, listCameraFeeds, listCameraMessages];
