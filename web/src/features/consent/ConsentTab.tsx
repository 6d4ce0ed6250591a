import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBan, IconDeviceMobileOff, IconFileTypePdf, IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../shared/api/from-contract.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { ContactStatus } from '../../shared/ui/ContactStatus.tsx'
import { fullTime } from '../../shared/ui/relative-time.ts'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import { useConsentHistoryQuery, type ConsentHistory } from './api.ts'
import classes from './Consent.module.css'
import { ChainMark, HistoryList } from './HistoryList.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { useConsentWords } from './useConsentWords.ts'
import { useSavedFile } from './useSavedFile.ts'

export interface ConsentTabProps {
  /** The worker whose number it is about. */
  contactId: string
}

function useStandingWords({ optedOut, since, events }: ConsentHistory): { how: string; rest: string } {
  const { t, i18n } = useLingui()
  const { method } = useConsentWords()
  const wanted = optedOut ? ['opt_out'] : ['opt_in', 'attest']
  // A second STOP is an entry too; the one that counts is the oldest since the worker last agreed.
  const other = events.findIndex(({ action }) => (optedOut ? action === 'opt_in' : action === 'opt_out'))
  const current = other === -1 ? events : events.slice(0, other)
  const entry = optedOut
    ? current.findLast(({ action }) => wanted.includes(action))
    : current.find(({ action }) => wanted.includes(action))
  const time = since ? fullTime(new Date(since), { locale: i18n.locale }) : ''
  const how = entry ? method[entry.method] : ''
  if (optedOut)
    return {
      how: how ? t`Since ${time}, ${how}.` : t`Since ${time}.`,
      rest: t`Only this person can undo it, by texting START.`,
    }
  if (time) return { how: how ? t`Agreed on ${time}, ${how}.` : t`Agreed on ${time}.`, rest: '' }
  return { how: t`No opt-out is noted.`, rest: t`Note how this person agreed, to have proof later.` }
}

function Standing({ history }: { history: ConsentHistory }) {
  const { how, rest } = useStandingWords(history)
  return (
    <div className={classes.standing} data-out={history.optedOut || undefined}>
      <ContactStatus standing={history.optedOut ? 'optedOut' : 'canText'} />
      <p>{how}</p>
      {rest && <p className={classes.rest}>{rest}</p>}
    </div>
  )
}

function Acts({ contactId, history }: ConsentTabProps & { history: ConsentHistory }) {
  const canEdit = useCan('contacts.edit')
  const canExport = useCan('contacts.export')
  const [action, setAction] = useState<'attest' | 'opt_out'>()
  const { isSaving, save } = useSavedFile()
  const name = `consent-evidence-${history.phone?.slice(1) ?? ''}.pdf`
  return (
    <div className={classes.acts}>
      {canEdit && !history.optedOut && (
        <Button
          variant="default"
          leftSection={<IconSignature size={16} stroke={1.75} />}
          onClick={() => setAction('attest')}
        >
          <Trans>Note consent</Trans>
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

/** Whether a worker may be texted, since when and how, everything that was said about it, and proof to take along. */
export function ConsentTab({ contactId }: ConsentTabProps) {
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
        text={t`Consent belongs to a number. Add one to note it.`}
      />
    )
  return (
    <div className={classes.tab}>
      <Standing history={history} />
      <Acts contactId={contactId} history={history} />
      <section aria-labelledby="consent-history">
        <header className={classes.head}>
          <h3 id="consent-history">
            <Trans>History</Trans>
          </h3>
          {history.events.some(({ hash }) => hash !== null) && <ChainMark isSound={history.isSound} />}
        </header>
        {history.events.length > 0 ? (
          <HistoryList events={history.events} />
        ) : (
          <p className={classes.hint}>
            <Trans>Nothing was said about this number yet.</Trans>
          </p>
        )}
      </section>
    </div>
  )
}
