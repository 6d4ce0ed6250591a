import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { LiveRegion } from '../shared/ui/feedback/LiveRegion.tsx'
import { cookieColorScheme } from '../shared/lib/color-scheme.ts'
import { cssVariables } from './css-variables.ts'
import { theme } from './theme.ts'

export interface AppProvidersProps {
  /** The application; it can use every shared component. */
  children: ReactNode
}

const colorScheme = cookieColorScheme()

/**
 * Wraps a page in its providers: theme, color scheme, direction, language and live regions. A page that shows toasts
 * adds `Toasts`. Call `speak()` before the first render.
 */
export function AppProviders({ children }: AppProvidersProps) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <I18nProvider i18n={i18n}>
          {children}
          <LiveRegion />
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
