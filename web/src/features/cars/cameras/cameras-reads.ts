import { listCameraFeeds, listCameraMessages, listCameras } from '@lotkeeper/contract/cars/cameras';

/** The page's reads that a camera’s message changes. */
export const camerasReads = [listCameras, listCameraFeeds, listCameraMessages];
