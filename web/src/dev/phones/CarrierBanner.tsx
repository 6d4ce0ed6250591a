import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { setCarrier, type CarrierSettings } from './carrier.ts'
import classes from './desk.module.css'
import { describeCarrierProblem } from './words.ts'

const inOrder = { mode: 'ok', latencyMs: 0, receiptDelayMs: 900 } as const

/**
 * Shows across the page that the carrier is in trouble, with a reset; or that the page has lost the connection to the
 * carrier.
 */
export function CarrierBanner({ carrier, isLost }: { carrier: CarrierSettings | null; isLost: boolean }) {
  const problem = carrier && describeCarrierProblem(carrier)
  return (
    <div role="status">
      {isLost && (
        <div className={classes.lost}>
          <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
          Reconnecting…
        </div>
      )}
      {problem && (
        <div className={classes.banner} data-severe={carrier.mode !== 'ok' || undefined}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <p className={classes.bannerWords}>
            <strong>Carrier fault is on.</strong> {problem}
          </p>
          <button type="button" className={classes.bannerAct} onClick={() => void setCarrier(inOrder)}>
            Back to normal
          </button>
        </div>
      )}
    </div>
  )
}
