import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullTime } from '../../shared/ui/text/relative-time.ts'
import type { AuditEntry } from './api.ts'
import classes from './Audit.module.css'
import { ObjectLink } from './ObjectLink.tsx'
import { useActorName } from './useActorName.ts'
import { fieldList, useFieldWords } from './useFieldWords.ts'
import { useValueWords } from './useValueWords.ts'

/** Entries about a member who left, whose object is the membership. */
const LEAVING = new Set(['member.removed', 'member.left', 'member.handed-over'])

export interface AuditDetailsProps {
  entry: AuditEntry
  onShowObject?: () => void
}

/** Everything that an entry recorded: changed fields before and after, other values, and whether it is sealed. */
export function AuditDetails({ entry, onShowObject }: AuditDetailsProps) {
  const { t, i18n } = useLingui()
  const nameOf = useActorName()
  const wordsFor = useFieldWords()
  const valueOf = useValueWords()
  const canManage = useCan('team.manage')
  const states: Record<AuditEntry['state'], string> = {
    sealed: t`Sealed, and as it was written`,
    waiting: t`As it was written, sealed in a few seconds`,
    erased: t`Its details were erased`,
    unmarked: t`Older than the seals`,
    altered: t`Not as it was written: it was changed in the database`,
  }
  return (
    <div className={classes.details}>
      {entry.changes.length > 0 && (
        // Focusable, so that the keyboard can scroll it.
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={t`Changes`}>
          <table className={classes.changes}>
            <thead>
              <tr>
                <th scope="col">{t`Field`}</th>
                <th scope="col">{t`Before`}</th>
                <th scope="col">{t`After`}</th>
              </tr>
            </thead>
            <tbody>
              {entry.changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{field === '' ? t`Value` : wordsFor(field)}</th>
                  <td>{before === null ? t({ message: 'Empty', context: 'value' }) : valueOf(field, before)}</td>
                  <td>{after === null ? t({ message: 'Empty', context: 'value' }) : valueOf(field, after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <dl className={classes.list}>
        {entry.details.map(({ name, value }) => (
          <Line key={name} name={wordsFor(name)} isCode={!fieldList(name, value) && valueOf(name, value) === value}>
            {fieldList(name, value)?.map(wordsFor).join(', ') ?? valueOf(name, value)}
          </Line>
        ))}
        <Line name={t`Time`}>{fullTime(new Date(entry.at), { locale: i18n.locale })}</Line>
        <Line name={t`Who`}>{nameOf(entry.actor)}</Line>
        <Line name={t`Action`} isCode>
          {entry.action}
        </Line>
        {entry.object && (
          <Line name={t`Object ID`} isCode>
            {entry.object.id}
          </Line>
        )}
        {entry.requestId && (
          <Line name={t`Request`} isCode>
            {entry.requestId}
          </Line>
        )}
        <Line name={t`State`}>{states[entry.state]}</Line>
      </dl>
      {entry.object && <ObjectLink object={entry.object} />}
      {entry.object && LEAVING.has(entry.action) && canManage && (
        <Anchor component={Link} to={`/dashboard/team/former?member=${entry.object.id}`}>
          <Trans>What they held and who took it over</Trans>
        </Anchor>
      )}
      {onShowObject && (
        <div>
          <Button variant="default" size="compact-sm" onClick={onShowObject}>
            <Trans>Show everything about this</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function Line({ name, isCode = false, children }: { name: string; isCode?: boolean; children: string }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd data-code={isCode || undefined} dir="auto">
        {children}
      </dd>
    </div>
  )
}
