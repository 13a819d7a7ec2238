/** Mantine's button; its styles are among the base ones. */
export { Button } from '@mantine/core';
