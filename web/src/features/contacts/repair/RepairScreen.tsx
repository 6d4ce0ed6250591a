import type { ContactSummary } from '@crewline/contract/contacts'
import type { RepairKind } from '@crewline/contract/repairs'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Title } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { LazyNoteDialog } from '../../consent/index.ts'
import { useContactRepairsQuery, type Problem } from './api.ts'
import { ConsentRow } from './ConsentRow.tsx'
import { NumberRow } from './NumberRow.tsx'
import classes from './Repair.module.css'

/** Lists the contacts whose details need a fix, by problem, each with the fix beside it. */
export default function RepairScreen() {
  const { t } = useLingui()
  const { data: problems, isError, refetch } = useContactRepairsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [consentOf, setConsentOf] = useState<ContactSummary>()
  return (
    <Screen
      title={t`Fix contacts`}
      actions={
        <Anchor component={Link} to="/dashboard/contacts">
          <Trans>Back to contacts</Trans>
        </Anchor>
      }
    >
      {isError && !problems ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : !problems ? (
        <SkeletonRows />
      ) : problems.length === 0 ? (
        <StatePanel
          kind="done"
          icon={IconUserCheck}
          title={t`Every contact is in order`}
          text={t`Contacts whose number stops working, or who have no number or consent, will appear here.`}
        />
      ) : (
        <div className={classes.problems}>
          {problems.map((problem) => (
            <ProblemSection key={problem.kind} problem={problem} onConsent={setConsentOf} />
          ))}
        </div>
      )}
      <p className={classes.more}>
        <Anchor component={Link} to="/dashboard/contacts/duplicates">
          <Trans>Review contacts that look like the same person</Trans>
        </Anchor>
      </p>
      {consentOf && (
        <Suspense fallback={null}>
          <LazyNoteDialog contactId={consentOf.id} action="attest" onClose={() => setConsentOf(undefined)} />
        </Suspense>
      )}
    </Screen>
  )
}

interface ProblemSectionProps {
  problem: Problem
  onConsent: (contact: ContactSummary) => void
}

function ProblemSection({ problem: { kind, count, contacts }, onConsent }: ProblemSectionProps) {
  const { t } = useLingui()
  const texts: Record<RepairKind, [title: string, advice: string]> = {
    not_in_use: [t`Number not in use`, t`The carrier says these numbers are disconnected. Ask for the new number.`],
    landline: [t`Landline`, t`Landlines can't get texts. Ask for a mobile number.`],
    wrong_person: [t`Wrong person`, t`The person at this number said it isn't theirs. Ask for the right number.`],
    no_mobile: [t`No mobile number`, t`These contacts can't get texts until they have a number.`],
    no_consent: [
      t`No consent on file`,
      t`They never texted you, and nothing says that they agreed to get texts. Record how they agreed.`,
    ],
  }
  const [title, advice] = texts[kind]
  const hidden = count - contacts.length
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Badge color="gray">{count >= 1000 ? '1,000+' : count}</Badge>
      </div>
      <p className={classes.advice}>{advice}</p>
      <ul className={classes.rows}>
        {contacts.map((contact) =>
          kind === 'no_consent' ? (
            <ConsentRow key={contact.id} contact={contact} onConsent={() => onConsent(contact)} />
          ) : (
            <NumberRow key={contact.id} contact={contact} />
          ),
        )}
      </ul>
      {hidden > 0 && (
        <p className={classes.advice}>
          <Plural
            value={hidden}
            one="# more appears here as you fix these."
            other="# more appear here as you fix these."
          />
        </p>
      )}
    </section>
  )
}
