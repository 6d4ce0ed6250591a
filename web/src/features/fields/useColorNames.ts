import { useLingui } from '@lingui/react/macro'
import type { OptionColor } from './OptionDot.tsx'

/** Returns the names of the option colors. */
export function useColorNames(): Record<OptionColor, string> {
  const { t } = useLingui()
  return {
    gray: t`Gray`,
    blue: t`Blue`,
    green: t`Green`,
    yellow: t`Yellow`,
    red: t`Red`,
    violet: t`Violet`,
    teal: t`Teal`,
    orange: t`Orange`,
  }
}
