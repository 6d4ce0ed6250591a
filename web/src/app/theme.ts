import { createTheme, rem } from '@mantine/core'
import { blue, dark, gray, green, red, yellow } from './palette.ts'

const input = { defaultProps: { size: 'sm' } }
const overlay = { backgroundOpacity: 0.35, color: '#0B0F14' }

/**
 * User input is displayed in the direction of its own script. Mantine puts `dir` on the wrapper of a field, where it
 * has no effect.
 */
const written = { defaultProps: { ...input.defaultProps, attributes: { input: { dir: 'auto' } } } }

/** The design theme: scales, type, spacing, radius, elevation and the defaults of every Mantine component we use. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  white: '#FFFFFF',
  black: '#1A212C',
  colors: { blue, gray, dark, green, yellow, red },
  fontFamily:
    '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(20) },
  lineHeights: { xs: '1.34', sm: '1.43', md: '1.5', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  shadows: {
    xs: 'var(--app-shadow-1)',
    sm: 'var(--app-shadow-1)',
    md: 'var(--app-shadow-2)',
    lg: 'var(--app-shadow-3)',
    xl: 'var(--app-shadow-3)',
  },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: '32px' },
      h2: { fontSize: rem(20), lineHeight: '28px', fontWeight: '600' },
      h3: { fontSize: rem(16), lineHeight: '24px', fontWeight: '600' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    CloseButton: { defaultProps: { size: 36, iconSize: 18 } },
    TextInput: written,
    PasswordInput: input,
    NumberInput: input,
    Textarea: written,
    Select: input,
    MultiSelect: input,
    TagsInput: input,
    Autocomplete: input,
    PinInput: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: input,
    Radio: input,
    Switch: input,
    SegmentedControl: { defaultProps: { size: 'sm', radius: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xs', size: 'md' } },
    Card: { defaultProps: { padding: 'md', radius: 'md', withBorder: true } },
    Paper: { defaultProps: { radius: 'md' } },
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withArrow: false,
        radius: 'xs',
        transitionProps: { duration: 80, transition: 'fade' },
      },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        overlayProps: overlay,
        transitionProps: { duration: 200, exitDuration: 100 },
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 480,
        overlayProps: overlay,
        transitionProps: { duration: 200, exitDuration: 100 },
      },
    },
    // A `<header>` would become a second banner landmark when a dialog opens over a drawer.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 140, exitDuration: 100 },
      },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 140, exitDuration: 100 } } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Loader: { defaultProps: { type: 'oval' } },
    Skeleton: { defaultProps: { radius: 'xs' } },
    Anchor: { defaultProps: { underline: 'hover', inherit: true } },
    Text: { defaultProps: { size: 'sm' } },
  },
})
