import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { Suspense, useState } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { ConsentTab } from '../../consent/index.ts'
import { LazyTransferNotes } from '../../transfers/index.ts'
import { ActivityTab } from './ActivityTab.tsx'
import { useContactQuery } from '../api.ts'
import { ContactSummaryLine } from './ContactSummaryLine.tsx'
import { ContactMenu } from './ContactMenu.tsx'
import { ConversationTab } from './ConversationTab.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import classes from './Drawer.module.css'
import { GroupsTab } from './GroupsTab.tsx'
import { useAttributeEditing } from './useAttributeEditing.ts'
import { useAttributes } from './useAttributes.ts'

export interface ContactDrawerProps {
  /** The contact whose drawer is open; none when absent. */
  id: string | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

interface PanelsProps {
  contact: Contact
  tab: string
  onTab: (tab: string) => void
  facting: ReturnType<typeof useAttributeEditing>
}

function Panels({ contact, tab, onTab, facting }: PanelsProps) {
  const { t } = useLingui()
  const hasInbox = useCan('inbox.read')
  const attributes = useAttributes()
  const tabs = [
    { value: 'details', label: t`Details` },
    ...(hasInbox ? [{ value: 'conversation', label: t`Conversation` }] : []),
    { value: 'groups', label: t`Groups` },
    { value: 'activity', label: t`Activity` },
    { value: 'consent', label: t`Consent` },
  ]
  const open = tabs.some(({ value }) => value === tab) ? tab : 'details'
  return (
    <Tabs value={open} onChange={(next) => onTab(next ?? 'details')} keepMounted={false}>
      <Tabs.List className={classes.list ?? ''} aria-label={t`About ${contact.firstname}`}>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} px="xs">
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open} className={classes.panel ?? ''}>
        {open === 'details' && <DetailsTab contact={contact} attributes={attributes} facting={facting} />}
        {open === 'conversation' && <ConversationTab contact={contact} />}
        {open === 'groups' && <GroupsTab contact={contact} />}
        {open === 'activity' && <ActivityTab contactId={contact.id} />}
        {open === 'consent' && <ConsentTab contactId={contact.id} lacksConsent={contact.lacksConsent} />}
      </Tabs.Panel>
    </Tabs>
  )
}

/** Shows one contact next to the list: details, conversation, groups, activity, consent. */
export default function ContactDrawer({ id, onClose, onPrevious, onNext }: ContactDrawerProps) {
  const { t } = useLingui()
  const { currentData: contact, isError, error, refetch } = useContactQuery(id ?? '', { skip: !id })
  // The tab stays the same from one contact to the next.
  const [tab, setTab] = useState('details')
  const facting = useAttributeEditing()
  const isNotFound = isRefusal(error) && error.status === 404
  const name = contact ? fullName(contact) || (contact.phoneDisplay ?? '') : ''
  return (
    <RecordDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      title={
        contact ? (
          <NameChip name={name} tintKey={contact.id} detail={<bdi>{contact.jobTitle}</bdi>} size={40} />
        ) : (
          t`Contact`
        )
      }
      actions={contact && <ContactMenu contact={contact} />}
      {...(onPrevious && { onPrevious })}
      {...(onNext && { onNext })}
    >
      {contact ? (
        <>
          <ContactSummaryLine contact={contact} saving={facting.saving} />
          <Suspense fallback={null}>
            <LazyTransferNotes key={contact.id} contact={contact} />
          </Suspense>
          <Panels key={contact.id} contact={contact} tab={tab} onTab={setTab} facting={facting} />
        </>
      ) : null}
      {!contact && !isError && <SkeletonRows count={6} height={40} />}
      {!contact &&
        isError &&
        (isNotFound ? (
          <StatePanel kind="noMatch" compact title={t`Contact not found`} />
        ) : (
          <StatePanel kind="error" compact onRetry={() => void refetch()} />
        ))}
    </RecordDrawer>
  )
}
