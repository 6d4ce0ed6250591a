import { OPT_IN_WEBSITES_MAX } from '@crewline/contract/opt-in-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { TagsInput } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { CardProps } from '../Editor.tsx'
import { websiteFrom } from '../opt-in-rules.ts'

/** The websites that may show the page inside theirs. */
export function WebsiteCard({ content, onChange, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  return (
    <SettingsCard
      id="websites"
      title={t`Website`}
      text={<Trans>The page can be part of your own website. The code to paste is on the Share tab.</Trans>}
    >
      <TagsInput
        label={t`Websites that may show the page`}
        description={t`Such as https://www.example.com. Press Enter after each.`}
        value={content.websites}
        error={errors['websites']}
        readOnly={isReadOnly}
        maxTags={OPT_IN_WEBSITES_MAX}
        acceptValueOnBlur
        onChange={(websites) => onChange({ websites: [...new Set(websites.map(websiteFrom))] })}
      />
    </SettingsCard>
  )
}
