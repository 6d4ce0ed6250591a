import { ContactStatus, type ContactStatusKind } from '../../shared/ui/text/ContactStatus.tsx'
import { CountLink } from '../../shared/ui/table/CountLink.tsx'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import type { MessageState } from '../../shared/ui/text/message-status.ts'
import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import { NameChip } from '../../shared/ui/text/NameChip.tsx'
import { PhoneNumber } from '../../shared/ui/text/PhoneNumber.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { SaveState } from '../../shared/ui/form/SaveState.tsx'
import { StatusTick } from '../../shared/ui/text/StatusTick.tsx'
import classes from './Gallery.module.css'
import { sampleContacts } from './sample-contacts.ts'
import { Section, State, States } from './Section.tsx'

const states: MessageState[] = [
  'held',
  'scheduled',
  'queued',
  'claimed',
  'submitting',
  'unknown',
  'submitted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'cancelled',
  'suppressed',
  'expired',
  'quarantined',
]
const statuses: ContactStatusKind[] = ['canText', 'optedOut', 'noMobile', 'landline', 'notInUse', 'archived']
const tints = [
  'Ana Ruiz',
  'Sam Okoro',
  'Li Wei',
  'Ben Cho',
  'Dana Fox',
  'Jo Park',
  'Ivo Petrov',
  'Aya Sato',
  'Noor Ali',
  'Tom Hale',
  'Éva Kiss',
  'Rui Dias',
]

/** Shows avatars, statuses, numbers and times. */
export function ContactSections() {
  return (
    <>
      <Section
        id="person-avatar"
        title="PersonAvatar"
        file="PersonAvatar.tsx"
        summary="Initials by graphemes on one of eight tints; the same person always has the same tint."
      >
        <States columns={1}>
          <State name="tints">
            <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
              {tints.map((name) => (
                <NameAvatar key={name} name={name} size={40} />
              ))}
            </div>
          </State>
          <State name="28, 32, 40, no name, one word, Arabic, emoji">
            <div style={{ display: 'flex', gap: 8, alignItems: 'center', flexWrap: 'wrap' }}>
              <NameAvatar name="Maria Lopez" size={28} />
              <NameAvatar name="Maria Lopez" />
              <NameAvatar name="Maria Lopez" size={40} />
              <NameAvatar name="" />
              <NameAvatar name="Pelé" />
              <NameAvatar name="فاطمة الزهراء" />
              <NameAvatar name="👩🏽‍🚒 Crew" />
            </div>
          </State>
        </States>
      </Section>
      <Section
        id="person-chip"
        title="PersonChip"
        file="PersonChip.tsx"
        summary="A person in a row; long names end in an ellipsis with the whole name in the tooltip."
      >
        <States columns={3}>
          {sampleContacts.map((contact) => (
            <NameChip
              key={contact.id}
              name={contact.name}
              tintKey={contact.id}
              detail={contact.groups || contact.location}
            />
          ))}
          <NameChip name="" detail="+1 555 010 2299" />
        </States>
      </Section>
      <Section
        id="status-tick"
        title="StatusTick"
        file="StatusTick.tsx"
        summary="Fifteen states of a text in seven words; the word is always there, for eyes or for screen readers."
      >
        <States columns={4}>
          {states.map((state) => (
            <State key={state} name={state}>
              <StatusTick
                state={state}
                {...(state === 'undelivered' && { reason: 'Phone is off or has no signal. We tried for 4 hours.' })}
              />
            </State>
          ))}
          <State name="icon only">
            <StatusTick state="delivered" iconOnly />
          </State>
        </States>
        <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap', marginBlockStart: 20 }}>
          {(['sent', 'delivered', 'failed', 'scheduled'] as const).map((state) => (
            <div key={state} className={classes.bubble}>
              Yes. I moved you to Saturday.
              <div>
                <StatusTick state={state} on="bubble" />
              </div>
            </div>
          ))}
        </div>
      </Section>
      <Section
        id="contact-status"
        title="ContactStatus"
        file="ContactStatus.tsx"
        summary="Whether a contact can be texted."
      >
        <States columns={4}>
          {statuses.map((status) => (
            <ContactStatus key={status} status={status} />
          ))}
        </States>
      </Section>
      <Section
        id="small-things"
        title="Numbers, times, keys"
        file="PhoneNumber, RelativeTime, CountLink, KeyHint, SaveState"
        summary="Small parts that must be the same everywhere."
      >
        <States columns={4}>
          <State name="phone, at home">
            <PhoneNumber phone="+12135550123" home="US" />
          </State>
          <State name="phone, abroad">
            <PhoneNumber phone="+84901234567" home="US" />
          </State>
          <State name="count">
            <CountLink count={4212} to="/dev/gallery" label="contacts" />
          </State>
          <State name="count, zero">
            <CountLink count={0} to="/dev/gallery" label="contacts" />
          </State>
          {sampleContacts.map((contact) => (
            <State key={contact.id} name="time">
              <RelativeTime at={contact.lastAt} />
            </State>
          ))}
          <State name="keys">
            <KeyHint keys="Mod K" />
          </State>
          <State name="saved">
            <SaveState kind="saved" savedAt={new Date(2026, 10, 20, 9, 41)} />
          </State>
          <State name="saving">
            <SaveState kind="saving" />
          </State>
          <State name="unsaved">
            <SaveState kind="unsaved" />
          </State>
          <State name="not saved">
            <SaveState kind="failed" onRetry={() => {}} />
          </State>
        </States>
      </Section>
    </>
  )
}
