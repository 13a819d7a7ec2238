/** Mantine's button; its styles are in base.css.ts. */
export { Button } from '@mantine/core';
