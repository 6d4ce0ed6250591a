import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** Returns a function that writes a period in months as people say it. */
export function usePeriodText(): (months: number | null) => string {
  const { t } = useLingui()
  return (months) => {
    if (months === null) return t`No limit`
    return months % 12 === 0
      ? plural(months / 12, { one: '# year', other: '# years' })
      : plural(months, { one: '# month', other: '# months' })
  }
}
