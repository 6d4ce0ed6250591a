import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useDecideRestoredMutation } from './api.ts'
import classes from './Restore.module.css'

type Choice = 'release' | 'cancel'

export interface DecisionProps {
  total: number
  /** The selected texts; empty to decide about all. */
  picked: string[]
  /** Every carrier has answered. */
  isReady: boolean
}

/** Sends or cancels the texts that wait: all, or the selected ones, and then the rest is treated the other way. */
export function Decision({ total, picked, isReady }: DecisionProps) {
  const { t } = useLingui()
  // Fixed when the dialog opens: the server refuses when another number waits by then.
  const [confirmed, setConfirmed] = useState<{ choice: Choice; total: number; picked: string[] }>()
  const decide = useDecision()
  const isSome = picked.length > 0
  const count = isSome ? picked.length : total
  const open = (choice: Choice) => setConfirmed({ choice, total, picked })
  return (
    <div className={classes.decision}>
      {total === 0 ? (
        <Button disabled={!isReady} onClick={() => void decide({ choice: 'release', total, picked: [] })}>
          <Trans>Start sending again</Trans>
        </Button>
      ) : (
        <>
          <Button disabled={!isReady} onClick={() => open('release')}>
            {isSome ? (
              <Plural value={count} one="Send # selected" other="Send # selected" />
            ) : (
              <Plural value={count} one="Send # text" other="Send # texts" />
            )}
          </Button>
          <Button variant="default" color="red" disabled={!isReady} onClick={() => open('cancel')}>
            {isSome ? (
              <Plural value={count} one="Cancel # selected" other="Cancel # selected" />
            ) : (
              <Plural value={count} one="Cancel # text" other="Cancel # texts" />
            )}
          </Button>
        </>
      )}
      {!isReady && (
        <p className={classes.note}>
          <Trans>You can decide as soon as your carrier has answered.</Trans>
        </p>
      )}
      {confirmed && (
        <ConfirmDecision
          {...confirmed}
          onCancel={() => setConfirmed(undefined)}
          onConfirm={async () => {
            await decide(confirmed)
            setConfirmed(undefined)
          }}
          labels={{ release: t`Send`, cancel: t`Cancel texts` }}
        />
      )}
    </div>
  )
}

interface Confirmed {
  choice: Choice
  total: number
  picked: string[]
}

interface ConfirmDecisionProps extends Confirmed {
  labels: Record<Choice, string>
  onCancel: () => void
  onConfirm: () => Promise<void>
}

function ConfirmDecision({ choice, total, picked, labels, onCancel, onConfirm }: ConfirmDecisionProps) {
  const count = picked.length > 0 ? picked.length : total
  const rest = total - count
  const title =
    choice === 'release'
      ? plural(count, { one: 'Send # text?', other: 'Send # texts?' })
      : plural(count, { one: 'Cancel # text?', other: 'Cancel # texts?' })
  return (
    <ConfirmCount
      isOpen
      title={title}
      confirmLabel={labels[choice]}
      isDestructive={choice === 'cancel'}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {rest > 0 && (
        <p className={classes.note}>
          {choice === 'release' ? (
            <Plural value={rest} one="The other # text is canceled." other="The other # texts are canceled." />
          ) : (
            <Plural value={rest} one="The other # text is sent." other="The other # texts are sent." />
          )}
        </p>
      )}
      <p className={classes.note}>
        <Trans>
          Scheduled texts keep their time, and contacts who opted out get none. Then your organization sends as usual
          again. This can't be undone.
        </Trans>
      </p>
    </ConfirmCount>
  )
}

function useDecision() {
  const { t } = useLingui()
  const [send] = useDecideRestoredMutation()
  const messageFor = useErrorText()
  return async ({ choice, total, picked }: Confirmed): Promise<void> => {
    // Named texts are treated the other way.
    const isSome = picked.length > 0
    const decision = isSome ? (choice === 'release' ? 'cancel' : 'release') : choice
    const { data, error } = await send({ decision, except: picked, total })
    if (error) return toast.failed(error, { title: t`Nothing was changed`, message: messageFor(error) })
    const { released, cancelled } = data
    const sent = plural(released, { one: '# text sent or scheduled', other: '# texts sent or scheduled' })
    const stopped = plural(cancelled, { one: '# text canceled', other: '# texts canceled' })
    toast.api({ title: t`Sending again`, message: t`${sent}, ${stopped}.` }, 'OK')
  }
}
