// An object store that speaks S3, for tests and drills: FOLDER BUCKET PORT. Its keys are S3RVER and S3RVER.
import Store from '@20minutes/s3rver';

const [directory, bucket = '', port] = process.argv.slice(2);
const store = new Store({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  configureBuckets: [{ name: bucket }],
});
// It computes the signature of `/bucket/`, as lists are asked for, without the last slash, as no other store does. So it
// lets such a signature pass, and checks those of all other requests.
store.middleware.unshift(async (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path))
    context.app = Object.create(context.app, {
      allowMismatchedSignatures: { value: true },
    }) as object;
  await next();
});
const address = await store.run();
console.log(`The store is at http://127.0.0.1:${address.port}`);
