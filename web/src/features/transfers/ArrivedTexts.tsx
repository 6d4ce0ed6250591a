import { formatDate } from '@crewline/contract/formats'
import type { Arrival, ArrivedText } from '@crewline/contract/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useConsentLabels } from '../consent/index.ts'
import classes from './Transfer.module.css'
import { useArrivedTextsQuery } from './api.ts'

export interface ArrivedTextsProps {
  arrival: Arrival
  /** The first name of the contact. */
  name: string
  onClose: () => void
}

/** Shows what came along with a contact: the consent as it was recorded there, and a copy of the messages, newest first. */
export function ArrivedTexts({ arrival, name, onClose }: ArrivedTextsProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const hasInbox = useCan('inbox.read')
  const place = arrival.from
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`From ${place}`}
      size={600}
      fullScreen={isPhone}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {arrival.consent.length > 0 && <CarriedConsent arrival={arrival} />}
      {hasInbox && arrival.texts > 0 && <Texts id={arrival.id} name={name} />}
    </Dialog>
  )
}

function CarriedConsent({ arrival: { consent } }: { arrival: Arrival }) {
  const { t, i18n } = useLingui()
  const labels = useConsentLabels()
  return (
    <section>
      <h3 className={classes.heading}>
        <Trans>Consent</Trans>
      </h3>
      <ul className={classes.texts} aria-label={t`Consent from before`}>
        {consent.map(({ at, action, method, wording, by }) => (
          <li key={`${at}${action}`} className={classes.text}>
            <span className={classes.who}>
              {labels.action[action]} · {labels.method[method]} · {formatDate(at, 'dateTime', i18n.locale)}
              {by !== null && (
                <>
                  {' '}
                  · <bdi>{by}</bdi>
                </>
              )}
            </span>
            {wording !== '' && <bdi className={classes.body}>{wording}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where each page of texts begins; the first one at the newest. */
type Place = number | undefined

function Texts({ id, name }: { id: string; name: string }) {
  const [places, setPlaces] = useState<Place[]>([undefined])
  return (
    <section>
      <h3 className={classes.heading}>
        <Trans>Messages</Trans>
      </h3>
      {places.map((place, index) => (
        <TextPage
          key={place ?? 'newest'}
          id={id}
          name={name}
          before={place}
          onMore={index === places.length - 1 ? (next) => setPlaces([...places, next]) : undefined}
        />
      ))}
    </section>
  )
}

interface TextPageProps {
  id: string
  name: string
  before: Place
  onMore: ((next: number) => void) | undefined
}

function TextPage({ id, name, before, onMore }: TextPageProps) {
  const { t } = useLingui()
  const { data, isError, refetch } = useArrivedTextsQuery({ id, before })
  if (!data && isError) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} height={48} />
  const next = data.before
  return (
    <>
      <ul className={classes.texts} aria-label={t`Messages from before`}>
        {data.texts.map((text) => (
          <Text key={text.nth} text={text} name={name} />
        ))}
      </ul>
      {onMore && next !== null && (
        <Button variant="default" size="xs" mt="sm" onClick={() => onMore(next)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function Text({ text, name }: { text: ArrivedText; name: string }) {
  const { t, i18n } = useLingui()
  const { direction, sender, at, body, translation, files } = text
  return (
    <li className={classes.text} data-out={direction === 'out' || undefined}>
      <span className={classes.who}>
        <bdi>{direction === 'in' ? name : sender || t`Automatic`}</bdi> · {formatDate(at, 'dateTime', i18n.locale)}
      </span>
      {body !== '' && (
        <bdi className={classes.body} dir="auto">
          {body}
        </bdi>
      )}
      {translation !== '' && (
        <bdi className={classes.who} dir="auto">
          {translation}
        </bdi>
      )}
      {files.length > 0 && (
        <span className={classes.who}>
          <Trans>Files that stayed there:</Trans> <bdi>{files.join(', ')}</bdi>
        </span>
      )}
    </li>
  )
}
