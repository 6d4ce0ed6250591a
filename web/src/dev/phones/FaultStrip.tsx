import { IconAlertTriangle } from '@tabler/icons-react'
import type { HandsetInfo } from './carrier.ts'
import classes from './handset.module.css'
import { choiceOf, deliveryChoices, receiptChoices } from './words.ts'

/** Lists the active faults on the phone itself; renders nothing without faults. */
export function FaultStrip({ faults }: { faults: HandsetInfo['faults'] }) {
  const labels: string[] = []
  if (faults.delivery !== 'ok') labels.push(choiceOf(deliveryChoices, faults.delivery).label)
  if (faults.receipts !== 'ok') labels.push(`Receipts ${choiceOf(receiptChoices, faults.receipts).label.toLowerCase()}`)
  if (labels.length === 0) return null
  return (
    <p className={classes.fault}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      {labels.join(' · ')}
    </p>
  )
}
