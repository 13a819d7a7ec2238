// Loaded once by the provider, in this order. The layered files lose to any rule of ours, whatever
// chunk they arrive in. A component's other styles are imported with it.
import './reset.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
// Within the layer the later rule wins, so these come after the unstyled button in one file.
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import './theme-variables.css';
import './fonts/fonts.css';
import './shared.css';
import './global.css';
