import { useLingui } from '@lingui/react/macro'
import type { OptionColor } from './OptionDot.tsx'

/** What people call the colours of options. */
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
