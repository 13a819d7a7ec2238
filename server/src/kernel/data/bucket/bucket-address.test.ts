import { expect, test } from 'vitest';
import { parseBucketUrl } from './bucket-address.ts';

test('a URL names the bucket, a prefix, the endpoint and the region', () => {
  expect(
    parseBucketUrl('s3://lots/images/2026?endpoint=https://store.example:9000&region=auto'),
  ).toEqual({
    endpoint: 'https://store.example:9000',
    bucket: 'lots',
    prefix: 'images/2026/',
    region: 'auto',
  });
});

test('without an endpoint it’s Amazon’s in the region', () => {
  expect(parseBucketUrl('s3://lots?region=us-west-2')).toEqual({
    endpoint: 'https://s3.us-west-2.amazonaws.com',
    bucket: 'lots',
    prefix: '',
    region: 'us-west-2',
  });
});

test.each([
  'lots',
  'https://store.example/lots',
  's3://',
  's3://LOTS_1/x?endpoint=ftp://store.example',
  's3://lots/a//b',
  's3://lots/a b',
  's3://key:secret@lots/images',
  's3://lots?endpoint=https://store.example/path',
  's3://lots?endpoint=https://key@store.example',
  's3://lots?regoin=us-west-2',
  's3://lots?region=',
])('%s is refused', (text) => {
  expect(parseBucketUrl(text)).toBeNull();
});
