// Exits with 0 if the server on this machine is ready; for containers, which have no curl.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`;
const answer = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
