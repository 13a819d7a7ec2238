import type { Detector } from '../problem.ts';
import { openCameraDetector, waitingConnections } from './camera-detector.ts';
import { carDetectors } from './car-detectors.ts';
import { careDetectors, openBackupDetector, openSealDetector } from './care-detectors.ts';
import { moneyDetectors } from './money-detectors.ts';
import { openOccupancyDetector } from './occupancy-detector.ts';
import { openRevenueDetector } from './revenue-detector.ts';

/** All detectors. Those with a memory keep it for the life of the process. */
export const openDetectors = ({ backupDir }: { backupDir: string | undefined }): Detector[] => [
  openCameraDetector(),
  waitingConnections,
  ...moneyDetectors,
  openRevenueDetector(),
  openOccupancyDetector(),
  ...carDetectors,
  ...careDetectors,
  openSealDetector(),
  ...(backupDir === undefined ? [] : [openBackupDetector(backupDir)]),
];
