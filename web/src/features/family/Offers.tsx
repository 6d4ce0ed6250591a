import type { TransferOffer } from '@crewline/contract/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import classes from './Family.module.css'
import { useAcceptTransferMutation, useDeclineTransferMutation, useTransferOffersQuery } from '../transfers/index.ts'

const nameOf = ({ contact }: TransferOffer) => `${contact.firstname} ${contact.lastname}`.trim()

/** Lists the people whom other organizations offer to this one, to accept or decline; renders nothing without one. */
export function Offers() {
  const { t } = useLingui()
  const { data: offers = [] } = useTransferOffersQuery()
  const [accepting, setAccepting] = useState<TransferOffer>()
  const [declining, setDeclining] = useState<TransferOffer>()
  const messageFor = useErrorText()
  const [decline] = useDeclineTransferMutation()
  if (offers.length === 0 && !accepting && !declining) return null
  const declined = declining && nameOf(declining)
  return (
    <section className={classes.section}>
      <h2>
        <Trans>People offered to you</Trans>
      </h2>
      <ul className={classes.list} aria-label={t`People offered to you`}>
        {offers.map((offer) => {
          const name = nameOf(offer)
          const { id, from, by, optedOut, contact } = offer
          return (
            <li key={id} className={`${classes.row} ${classes.grant}`}>
              <IconUserPlus size={20} stroke={1.75} aria-hidden />
              <div className={classes.words}>
                <bdi className={classes.name}>{name}</bdi>
                <p className={classes.hint}>
                  <bdi dir="ltr">{contact.phoneDisplay}</bdi>{' '}
                  <Trans>
                    from {from}, offered by {by}
                  </Trans>
                </p>
                {optedOut && (
                  <p className={classes.hint}>
                    <Trans>Opted out, and stays opted out.</Trans>
                  </p>
                )}
              </div>
              <Button size="compact-sm" onClick={() => setAccepting(offer)} aria-label={t`Accept ${name}`}>
                <Trans>Accept</Trans>
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => setDeclining(offer)}
                aria-label={t`Decline ${name}`}
              >
                <Trans>Decline</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
      {accepting && <AcceptOffer offer={accepting} onClose={() => setAccepting(undefined)} />}
      <ConfirmCount
        isOpen={declining !== undefined}
        onCancel={() => setDeclining(undefined)}
        title={t`Decline ${declined}?`}
        confirmLabel={t`Decline`}
        onConfirm={async () => {
          const { error } = declining ? await decline(declining.id) : {}
          if (error) toast.inApp({ type: 'error', message: messageFor(error) })
          setDeclining(undefined)
        }}
      >
        <Trans>They stay where they are.</Trans>
      </ConfirmCount>
    </section>
  )
}

function AcceptOffer({ offer, onClose }: { offer: TransferOffer; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [accept] = useAcceptTransferMutation()
  const [joins, setJoins] = useState(offer.existing !== null)
  const name = nameOf(offer)
  const { from, existing, withMessages } = offer
  return (
    <ConfirmCount
      isOpen
      onCancel={onClose}
      title={t`Accept ${name}?`}
      confirmLabel={t`Accept`}
      onConfirm={async () => {
        const { data, error } = await accept({ id: offer.id, joinExisting: joins && existing !== null })
        onClose()
        if (error) toast.inApp({ type: 'error', message: messageFor(error) })
        else void navigate(`/dashboard/contacts/${data.contactId}`)
      }}
    >
      {withMessages ? (
        <Trans>They move from {from} to you now, with their consent and a copy of the messages.</Trans>
      ) : (
        <Trans>They move from {from} to you now, with their consent and without messages.</Trans>
      )}
      {existing !== null && (
        <Checkbox
          mt="md"
          label={t`Join with ${existing}, who has this number here`}
          checked={joins}
          onChange={(event) => setJoins(event.currentTarget.checked)}
        />
      )}
    </ConfirmCount>
  )
}
