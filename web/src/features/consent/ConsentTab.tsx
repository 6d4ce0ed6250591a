import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBan, IconDeviceMobileOff, IconFileTypePdf, IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../shared/api/from-contract.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { ContactStatus } from '../../shared/ui/text/ContactStatus.tsx'
import { fullTime } from '../../shared/ui/text/relative-time.ts'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/feedback/useSettledLoading.ts'
import { useConsentHistoryQuery, type ConsentHistory } from './api.ts'
import classes from './Consent.module.css'
import { ChainBadge, HistoryList } from './HistoryList.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { useConsentLabels } from './useConsentLabels.ts'
import { useSaveFile } from '../../shared/ui/toast/useSaveFile.ts'

export interface ConsentTabProps {
  contactId: string
  lacksConsent: boolean
}

/** Returns the entries without the opt-outs that were undone, and without the undos. */
function withoutUndone(events: ConsentHistory['events']): ConsentHistory['events'] {
  return events.filter(
    ({ action }, index) => action !== 'opt_out_undone' && events[index - 1]?.action !== 'opt_out_undone',
  )
}

function useConsentStatusText({ optedOut, since, events: all }: ConsentHistory): { how: string; rest: string } {
  const { t, i18n } = useLingui()
  const { method } = useConsentLabels()
  const events = withoutUndone(all)
  const expectedActions = optedOut ? ['opt_out'] : ['opt_in', 'attest']
  // A second STOP is an entry too; the one that counts is the oldest since the contact last opted in.
  const reversalIndex = events.findIndex(({ action }) => (optedOut ? action === 'opt_in' : action === 'opt_out'))
  const current = reversalIndex === -1 ? events : events.slice(0, reversalIndex)
  const entry = optedOut
    ? current.findLast(({ action }) => expectedActions.includes(action))
    : current.find(({ action }) => expectedActions.includes(action))
  // Consent that a member recorded does not change the state of the number, so only its entry has a time.
  const at = since ?? entry?.at
  const time = at ? fullTime(new Date(at), { locale: i18n.locale }) : ''
  const how = entry ? method[entry.method] : ''
  if (optedOut)
    return {
      how: how ? t`Since ${time} · ${how}` : t`Since ${time}`,
      rest: t`Only they can opt back in, by texting START.`,
    }
  if (time) return { how: how ? t`Agreed on ${time} · ${how}` : t`Agreed on ${time}`, rest: '' }
  return { how: t`No opt-out on file.`, rest: t`Record how they agreed so you have proof later.` }
}

function ConsentStatus({ history, lacksConsent }: { history: ConsentHistory; lacksConsent: boolean }) {
  const { how, rest } = useConsentStatusText(history)
  return (
    <div className={classes.status} data-out={history.optedOut || undefined}>
      <ContactStatus status={history.optedOut ? 'optedOut' : lacksConsent ? 'noConsent' : 'canText'} />
      <p>{how}</p>
      {rest && <p className={classes.rest}>{rest}</p>}
    </div>
  )
}

function ConsentActions({ contactId, history }: { contactId: string; history: ConsentHistory }) {
  const canEdit = useCan('contacts.edit')
  const canExport = useCan('contacts.export')
  const [action, setAction] = useState<'attest' | 'opt_out'>()
  const { isSaving, save } = useSaveFile()
  const name = `consent-evidence-${history.phone?.slice(1) ?? ''}.pdf`
  return (
    <div className={classes.acts}>
      {canEdit && !history.optedOut && (
        <Button
          variant="default"
          leftSection={<IconSignature size={16} stroke={1.75} />}
          onClick={() => setAction('attest')}
        >
          <Trans>Record consent</Trans>
        </Button>
      )}
      {canEdit && !history.optedOut && (
        <Button
          variant="default"
          leftSection={<IconBan size={16} stroke={1.75} />}
          onClick={() => setAction('opt_out')}
        >
          <Trans>Opt out</Trans>
        </Button>
      )}
      {canExport && (
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={16} stroke={1.75} />}
          loading={isSaving}
          onClick={() => void save(call('consentEvidence', { query: { contactId } }), name)}
        >
          <Trans>Evidence (PDF)</Trans>
        </Button>
      )}
      <NoteDialog contactId={contactId} action={action} onClose={() => setAction(undefined)} />
    </div>
  )
}

/** Shows whether a contact can be texted, since when and how, the consent history, and an evidence download. */
export function ConsentTab({ contactId, lacksConsent }: ConsentTabProps) {
  const { t } = useLingui()
  const { currentData: history, isError, refetch } = useConsentHistoryQuery(contactId)
  const showSkeleton = useSettledLoading(!history && !isError)
  if (!history && isError) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!history) return showSkeleton ? <SkeletonRows count={4} height={56} /> : null
  if (history.phone === null)
    return (
      <StatePanel
        kind="firstUse"
        compact
        icon={IconDeviceMobileOff}
        title={t`No mobile number`}
        text={t`Consent is recorded for a mobile number. Add one first.`}
      />
    )
  return (
    <div className={classes.tab}>
      <ConsentStatus history={history} lacksConsent={lacksConsent} />
      <ConsentActions contactId={contactId} history={history} />
      <section aria-labelledby="consent-history">
        <header className={classes.head}>
          <h3 id="consent-history">
            <Trans>History</Trans>
          </h3>
          {history.events.some(({ hash }) => hash !== null) && <ChainBadge isSound={history.isSound} />}
        </header>
        {history.events.length > 0 ? (
          <HistoryList events={history.events} />
        ) : (
          <p className={classes.hint}>
            <Trans>No consent history yet.</Trans>
          </p>
        )}
      </section>
    </div>
  )
}
