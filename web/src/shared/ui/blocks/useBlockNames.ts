import type { Block } from '@crewline/contract/blocks'
import { useLingui } from '@lingui/react/macro'

/** Returns the names of the kinds of blocks. */
export function useBlockNames(): Record<Block['type'], string> {
  const { t } = useLingui()
  return {
    heading: t`Heading`,
    paragraph: t`Text`,
    list: t`List`,
    picture: t`Picture`,
    gallery: t`Gallery`,
    callout: t`Callout`,
    button: t`Button`,
    divider: t`Divider`,
    quote: t`Quote`,
    file: t`File`,
    video: t`Video`,
    form: t`Form`,
    poll: t`Poll`,
    event: t`Event`,
    contact: t`Contact person`,
    celebrations: t`Celebrations`,
  }
}
