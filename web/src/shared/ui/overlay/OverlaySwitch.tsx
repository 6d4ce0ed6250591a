import { SWITCH_OVERLAY_BLUR, SWITCH_OVERLAY_Z_INDEX } from '@crewline/contract/limits'
import { Trans } from '@lingui/react/macro'
import { FocusTrap, Loader, Overlay, Portal } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import classes from './OverlaySwitch.module.css'

export interface OverlaySwitchProps {
  /** The organization being opened; null when no switch is in progress. */
  opening: string | null
  /** The logo above the text. */
  logo?: ReactNode
}

const keepForMs = 300

/**
 * The content under the overlay belongs to the previous organization: no key may reach it, and Tab must not move the
 * focus.
 */
function blockKey(event: KeyboardEvent): void {
  event.stopImmediatePropagation()
  if (event.key === 'Tab') event.preventDefault()
}

/** Covers the page while another organization opens; stays at least 300 ms so that it never flashes. */
export function OverlaySwitch({ opening, logo }: OverlaySwitchProps) {
  const [shown, setShown] = useState<string | null>(opening)
  const since = useRef(0)
  if (opening !== null && opening !== shown) setShown(opening)

  useEffect(() => {
    if (opening !== null) {
      since.current = Date.now()
      return
    }
    const timer = setTimeout(() => setShown(null), Math.max(0, since.current + keepForMs - Date.now()))
    return () => clearTimeout(timer)
  }, [opening])

  const isVisible = shown !== null
  useEffect(() => {
    if (!isVisible) return
    window.addEventListener('keydown', blockKey, true)
    return () => window.removeEventListener('keydown', blockKey, true)
  }, [isVisible])

  if (shown === null) return null
  return (
    <Portal>
      <Overlay
        fixed
        blur={SWITCH_OVERLAY_BLUR}
        zIndex={SWITCH_OVERLAY_Z_INDEX}
        className={classes.overlay ?? ''}
        color="var(--app-canvas)"
        backgroundOpacity={0.6}
      >
        <FocusTrap active>
          <div className={classes.center} role="status" tabIndex={-1} data-autofocus>
            {logo ?? <Loader size={32} />}
            <Trans>Opening {shown}…</Trans>
          </div>
        </FocusTrap>
      </Overlay>
    </Portal>
  )
}
