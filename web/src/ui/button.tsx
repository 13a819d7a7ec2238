import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';

/** Mantine's button with the styles it needs. */
export { Button } from '@mantine/core';
