import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { setCarrier, type CarrierFacts } from './carrier.ts'
import classes from './desk.module.css'
import { carrierTrouble } from './words.ts'

const inOrder = { mode: 'ok', latencyMs: 0, receiptDelayMs: 900 } as const

/** Says across the whole page that the carrier is in trouble, with the way back; or that the page has lost the carrier. */
export function CarrierBanner({ carrier, isLost }: { carrier: CarrierFacts | null; isLost: boolean }) {
  const trouble = carrier && carrierTrouble(carrier)
  return (
    <div role="status">
      {isLost && (
        <div className={classes.lost}>
          <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
          Reconnecting…
        </div>
      )}
      {trouble && (
        <div className={classes.banner} data-severe={carrier.mode !== 'ok' || undefined}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <p className={classes.bannerWords}>
            <strong>Carrier fault is on.</strong> {trouble}
          </p>
          <button type="button" className={classes.bannerAct} onClick={() => void setCarrier(inOrder)}>
            Back to normal
          </button>
        </div>
      )}
    </div>
  )
}
