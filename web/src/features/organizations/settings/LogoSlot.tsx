import type { LogoPicture } from '@crewline/contract/organizations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './Logo.module.css'

export interface LogoSlotProps {
  side: 'light' | 'dark'
  label: string
  help?: string
  /** The name of the organization. */
  name: string
  /** What is shown on this background. */
  picture: LogoPicture | undefined
  /** What was uploaded for this background. */
  own: LogoPicture | undefined
  isBusy: boolean
  problem: string
  onChoose: (file: File) => void
  onRemove: () => void
}

/** A preview of the logo on one background, and what can be done with it. */
export function LogoSlot(props: LogoSlotProps) {
  const { side, label, help = '', name, picture, own, isBusy, problem, onChoose, onRemove } = props
  const { t } = useLingui()
  const id = useId()
  const resetRef = useRef<() => void>(null)
  const choose = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.slot} role="group" aria-labelledby={id}>
      <p className={classes.label} id={id}>
        {label}
      </p>
      <div className={classes.preview} data-side={side}>
        {picture ? (
          <img
            src={picture.url}
            width={picture.width}
            height={picture.height}
            alt={name}
            data-plate={(side === 'dark' && !own) || undefined}
          />
        ) : (
          <span translate="no">
            <bdi>{name}</bdi>
          </span>
        )}
      </div>
      {help !== '' && <p className={classes.help}>{help}</p>}
      <div className={classes.actions}>
        <FileButton
          resetRef={resetRef}
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => {
            // The same file can be chosen again after a refusal.
            resetRef.current?.()
            if (file) onChoose(file)
          }}
        >
          {(open) => (
            <Button
              {...open}
              ref={choose}
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              aria-busy={isBusy}
              aria-describedby={problem === '' ? undefined : `${id}-problem`}
            >
              {isBusy ? t`Saving…` : own ? t`Replace…` : t`Upload…`}
            </Button>
          )}
        </FileButton>
        {own && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              choose.current?.focus()
              onRemove()
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <div role="alert" id={`${id}-problem`}>
        {problem !== '' && <p className={classes.problem}>{problem}</p>}
      </div>
    </div>
  )
}
