import { useLingui } from '@lingui/react/macro'

/** What the chart shows of each day: a name of `Bar`, its label and its color. */
export interface Series {
  name: 'sent' | 'notDelivered' | 'received'
  label: string
  color: string
}

/** Returns the series of the chart in the order in which they are drawn. */
export function useSeries(): Series[] {
  const { t } = useLingui()
  return [
    { name: 'sent', label: t`Sent`, color: 'var(--app-chart-sent)' },
    { name: 'notDelivered', label: t`Not delivered`, color: 'var(--app-chart-failed)' },
    { name: 'received', label: t`Replies`, color: 'var(--app-chart-replies)' },
  ]
}
