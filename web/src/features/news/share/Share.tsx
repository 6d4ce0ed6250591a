import { NEWS_GROUPS_MAX } from '@crewline/contract/news-limits'
import { formatDate } from '@crewline/contract/formats'
import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CopyButton, MultiSelect } from '@mantine/core'
import { IconCopy, IconDeviceTv, IconPrinter, IconSend } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { Banner } from '../../../shared/ui/feedback/Banner.tsx'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useGroupValues } from '../../groups/index.ts'
import classes from '../News.module.css'
import { openTranslations, titleIn } from '../news-rules.ts'
import type { IssueDraft } from '../useIssueDraft.ts'

/** The ways to an issue: a text to the people it is for, its link, a poster and a screen. */
export function Share({ issue, draft, isReadOnly }: { issue: NewsIssue; draft: IssueDraft; isReadOnly: boolean }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const canText = useCan('broadcasts.draft')
  const { data: groups } = useGroupValues()
  const timezone = useSession(({ auth }) => auth.organization?.timezone)
  const { content } = draft
  const path = new URL(issue.link).pathname
  const isLive = issue.status === 'published'
  const ends = issue.expiresAt ? formatDate(issue.expiresAt, 'full', i18n.locale, timezone) : ''
  async function textIt(): Promise<void> {
    await draft.flush()
    const languages = content.languages.filter((language) => openTranslations(content, language) === 0)
    const bodyIn = (title: string, language: string) => `${title}\n${issue.link}?lang=${language}`
    void navigate('/dashboard/broadcasts/new', {
      state: {
        start: {
          name: content.title,
          ...(draft.groupIds.length > 0 && { audience: { groupIds: draft.groupIds } }),
          message: {
            body: `${content.title}\n${issue.link}`,
            language: content.language,
            variants: languages.map((language) => ({
              language,
              body: bodyIn(titleIn(content, language), language),
              source: 'author',
              approved: true,
            })),
          },
        },
      },
    })
  }
  return (
    <div className={classes.column}>
      {!isLive && (
        <Banner tone="warn">
          <Trans>Readers can’t open this issue now. Publish it first.</Trans>
        </Banner>
      )}
      <SettingsCard
        id="text"
        title={t`Text it`}
        text={<Trans>Opens a broadcast with the title and the link, in each language that is complete.</Trans>}
        state={
          ends &&
          isLive && (
            <span className={classes.quiet}>
              <Trans>Ends {ends}</Trans>
            </span>
          )
        }
      >
        <MultiSelect
          label={t`Who it is for`}
          description={t`These groups are chosen in the broadcast. You can change them there.`}
          data={(groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.groupIds}
          readOnly={isReadOnly}
          maxValues={NEWS_GROUPS_MAX}
          searchable
          onChange={draft.setGroups}
        />
        {canText && (
          <Button
            className={classes.after ?? ''}
            disabled={!isLive}
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
            onClick={() => void textIt()}
          >
            <Trans>Text it</Trans>
          </Button>
        )}
      </SettingsCard>
      <SettingsCard id="link" title={t`Link`} text={<Trans>For emails, your intranet, or a reply.</Trans>}>
        <p className={classes.link} translate="no">
          <Anchor href={path} target="_blank" rel="noreferrer">
            {issue.link}
          </Anchor>
        </p>
        <CopyButton value={issue.link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
            </Button>
          )}
        </CopyButton>
      </SettingsCard>
      <SettingsCard
        id="poster"
        title={t`Poster and screen`}
        text={<Trans>For the break room. People scan the code and read on their phone.</Trans>}
      >
        <QrCode text={issue.link} label={t`QR code of the issue`} />
        <div className={classes.bar}>
          {(
            [
              ['poster', IconPrinter, t`Open the poster to print`],
              ['screen', IconDeviceTv, t`Open the screen`],
            ] as const
          ).map(([look, LookIcon, label]) => (
            <Button
              key={look}
              component="a"
              href={`${path}/${look}`}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<LookIcon size={16} stroke={1.75} aria-hidden />}
            >
              {label}
            </Button>
          ))}
        </div>
      </SettingsCard>
    </div>
  )
}
