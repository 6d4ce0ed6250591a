import { rem, type CSSVariablesResolver } from '@mantine/core'
import { blue, dark, gray, green, red, yellow } from './palette.ts'

const scales = { blue, green, yellow, red } as const
type Scale = keyof typeof scales

/**
 * Badges, soft buttons and chips: shade 1 with text 7 in light, shade 9 with text 2 in dark; both reach a contrast of
 * 4.5 to 1.
 */
function softVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {}
  const [fill, hover, text] = scheme === 'light' ? [1, 2, 7] : [9, 8, 2]
  for (const name of Object.keys(scales) as Scale[]) {
    variables[`--mantine-color-${name}-light`] = `var(--mantine-color-${name}-${fill})`
    variables[`--mantine-color-${name}-light-hover`] = `var(--mantine-color-${name}-${hover})`
    variables[`--mantine-color-${name}-light-color`] = `var(--mantine-color-${name}-${text})`
    variables[`--mantine-color-${name}-text`] = `var(--mantine-color-${name}-${scheme === 'light' ? 6 : 3})`
    variables[`--mantine-color-${name}-outline`] = `var(--mantine-color-${name}-${scheme === 'light' ? 6 : 3})`
  }
  return variables
}

/** Semantic colors, so that a component never names a shade: one value for light, one for dark. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--fz-13': rem(13),
    '--fz-15': rem(15),
    '--fz-30': rem(30),
    '--app-ease': 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    '--app-press-ms': '80ms',
    '--app-pop-ms': '140ms',
    '--app-slide-ms': '200ms',
    '--app-z-sticky': '50',
    '--app-z-switch': '10000',
  },
  light: {
    ...softVariables('light'),
    '--mantine-color-text': gray[9],
    '--mantine-color-body': '#FFFFFF',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': red[6],
    '--mantine-color-success': green[6],
    '--mantine-color-anchor': blue[6],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-default-hover': gray[1],
    '--mantine-color-disabled': gray[1],
    '--mantine-color-disabled-color': gray[5],
    '--mantine-color-disabled-border': gray[2],
    '--mantine-color-gray-light': gray[1],
    '--mantine-color-gray-light-hover': gray[2],
    '--mantine-color-gray-light-color': gray[7],
    '--mantine-color-gray-text': gray[6],
    '--app-canvas': gray[0],
    '--app-popover': '#FFFFFF',
    '--app-line': gray[2],
    '--app-input-line': gray[5],
    // No darker: muted text and state labels must stay readable on it.
    '--app-hover': gray[0],
    '--app-selected': blue[0],
    '--app-selected-text': blue[7],
    '--app-focus': blue[5],
    '--app-bubble-out': blue[1],
    '--app-bubble-out-meta': gray[7],
    '--app-bubble-in': gray[1],
    '--app-bubble-in-meta': gray[7],
    '--app-note': yellow[0],
    '--app-note-line': yellow[2],
    '--app-note-text': gray[9],
    '--app-skeleton': gray[2],
    '--app-chart-sent': '#2563E0',
    '--app-chart-delivered': '#0E9AA7',
    '--app-chart-replies': '#7A5AF0',
    '--app-chart-failed': '#E03A3A',
    '--app-chart-opt-out': '#B97A06',
    '--app-shadow-1': '0 1px 2px rgb(16 24 40 / 0.06)',
    '--app-shadow-2': '0 4px 12px -2px rgb(16 24 40 / 0.10), 0 2px 4px -2px rgb(16 24 40 / 0.06)',
    '--app-shadow-3': '0 16px 40px -8px rgb(16 24 40 / 0.18)',
  },
  dark: {
    ...softVariables('dark'),
    '--mantine-color-text': dark[0],
    '--mantine-color-body': dark[7],
    '--mantine-color-bright': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': red[3],
    '--mantine-color-success': green[3],
    '--mantine-color-anchor': blue[3],
    '--mantine-color-default-color': dark[0],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-default-hover': dark[5],
    '--mantine-color-disabled': dark[6],
    '--mantine-color-disabled-color': dark[3],
    '--mantine-color-disabled-border': dark[5],
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-gray-light-hover': dark[5],
    '--mantine-color-gray-light-color': dark[0],
    '--mantine-color-gray-text': dark[2],
    '--mantine-color-gray-outline': dark[3],
    '--app-canvas': dark[8],
    '--app-popover': dark[6],
    '--app-line': dark[5],
    '--app-input-line': dark[3],
    '--app-hover': dark[6],
    '--app-selected': 'color-mix(in srgb, #183673 45%, transparent)',
    '--app-selected-text': blue[2],
    '--app-focus': blue[4],
    '--app-bubble-out': blue[9],
    '--app-bubble-out-meta': dark[1],
    '--app-bubble-in': dark[6],
    '--app-bubble-in-meta': dark[1],
    '--app-note': yellow[9],
    '--app-note-line': yellow[8],
    '--app-note-text': yellow[2],
    '--app-skeleton': dark[5],
    '--app-chart-sent': '#6394FA',
    '--app-chart-delivered': '#2CC3CF',
    '--app-chart-replies': '#A08BFF',
    '--app-chart-failed': '#F05B5B',
    '--app-chart-opt-out': '#F9AD1C',
    '--app-shadow-1': 'inset 0 0 0 1px rgb(255 255 255 / 0.06)',
    '--app-shadow-2': 'inset 0 0 0 1px rgb(255 255 255 / 0.06), 0 8px 24px rgb(0 0 0 / 0.35)',
    '--app-shadow-3': 'inset 0 0 0 1px rgb(255 255 255 / 0.06), 0 16px 48px rgb(0 0 0 / 0.5)',
  },
})
