// Imported first, so that it runs before the libraries do.
import { startEarlyReads } from '../kernel/early-reads.ts';

startEarlyReads(location.pathname);
