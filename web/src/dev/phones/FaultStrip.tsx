import { IconAlertTriangle } from '@tabler/icons-react'
import type { HandsetFacts } from './carrier.ts'
import classes from './handset.module.css'
import { choiceOf, deliveryChoices, receiptChoices } from './words.ts'

/** Says on the phone itself which faults are on; nothing when it works. */
export function FaultStrip({ faults }: { faults: HandsetFacts['faults'] }) {
  const words: string[] = []
  if (faults.delivery !== 'ok') words.push(choiceOf(deliveryChoices, faults.delivery).label)
  if (faults.receipts !== 'ok') words.push(`Receipts ${choiceOf(receiptChoices, faults.receipts).label.toLowerCase()}`)
  if (words.length === 0) return null
  return (
    <p className={classes.fault}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      {words.join(' · ')}
    </p>
  )
}
