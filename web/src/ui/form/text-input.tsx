import '@mantine/core/styles/Input.layer.css';
import './text-input.css';

/** Mantine's text field with the styles it needs. */
export { TextInput } from '@mantine/core';
