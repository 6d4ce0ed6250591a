import type { Contact } from '@crewline/contract/contacts'
import { languageName } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ContactStatus } from '../../../shared/ui/text/ContactStatus.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import classes from './ContactAttributes.module.css'
import { CopyNumber } from './CopyNumber.tsx'
import { contactStatusOf } from '../../../shared/ui/text/contact-status.ts'
import { useSourceLabels } from './useSourceLabels.ts'

export interface ContactAttributesProps {
  contact: Contact
  /** Shows the link to the contact's own page. */
  withLink?: boolean
}

function Attribute({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.attribute}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows the filled fields of a contact, the most needed first. */
export function ContactAttributes({ contact, withLink = false }: ContactAttributesProps) {
  const { t, i18n } = useLingui()
  const { phoneDisplay, language, jobTitle, location, groups, createdAt, optedOutAt, suspectSince } = contact
  const sources = useSourceLabels()
  return (
    <>
      <dl className={classes.attributes}>
        <Attribute label={t`Mobile`}>
          {phoneDisplay ? <CopyNumber display={phoneDisplay} /> : <span className={classes.none}>{t`No mobile`}</span>}
        </Attribute>
        <Attribute label={t`Status`}>
          <ContactStatus status={contactStatusOf(contact)} />
          {optedOutAt && contact.reach === 'opted_out' && (
            <span className={classes.note}>
              <RelativeTime at={optedOutAt} />
            </span>
          )}
          {suspectSince && (
            <p className={classes.note}>
              <Trans>Might not be their number anymore, since</Trans> <RelativeTime at={suspectSince} />
            </p>
          )}
        </Attribute>
        <Attribute label={t`Language`}>{languageName(language, i18n.locale)}</Attribute>
        {jobTitle && <Attribute label={t`Job title`}>{jobTitle}</Attribute>}
        {location && <Attribute label={t`Location`}>{location}</Attribute>}
        <Attribute label={t`Groups`}>
          {groups.length === 0 ? (
            <span className={classes.none}>{t`Not in any group`}</span>
          ) : (
            <Group gap={4}>
              {groups.map(({ id, name }) => (
                <Badge key={id} color="gray">
                  {name}
                </Badge>
              ))}
            </Group>
          )}
        </Attribute>
        <Attribute label={t`Added`}>
          <RelativeTime at={createdAt} /> <span className={classes.note}>{sources[contact.source]}</span>
        </Attribute>
      </dl>
      {withLink && (
        <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`} mt="md" display="inline-block">
          <Trans>Open contact</Trans>
        </Anchor>
      )}
    </>
  )
}
