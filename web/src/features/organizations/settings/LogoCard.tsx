import { Trans, useLingui } from '@lingui/react/macro'
import { useOrganizationSettingsQuery } from '../settings-api.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from './Logo.module.css'
import { LogoSlot } from './LogoSlot.tsx'
import type { OrganizationForm } from './useOrganizationForm.ts'
import { useLogo } from './useLogo.ts'

/** The logo of the organization, for light and for dark backgrounds. Changes are saved at once. */
export function LogoCard({ form }: { form: OrganizationForm }) {
  const { t } = useLingui()
  const { data } = useOrganizationSettingsQuery()
  const { upload, remove, sending, problems } = useLogo(form)
  if (!data) return null
  const { name, logo } = data.organization
  const slot = (side: 'light' | 'dark') => ({
    side,
    name,
    isBusy: sending === side,
    problem: problems[side] ?? '',
    onChoose: (file: File) => void upload(side, file),
    onRemove: () => void remove(side),
  })
  return (
    <SettingsCard
      id="logo"
      title={t`Logo`}
      text={t`Shown in the menu, on public pages, and in emails. PNG, JPEG, or WebP, at most 5 MB. Changes are saved right away.`}
    >
      <div className={classes.slots}>
        <LogoSlot {...slot('light')} label={t`On light backgrounds`} picture={logo?.light} own={logo?.light} />
        {logo ? (
          <LogoSlot
            {...slot('dark')}
            label={t`On dark backgrounds`}
            help={logo.dark ? '' : t`Without its own, the logo gets a white background.`}
            picture={logo.dark ?? logo.light}
            own={logo.dark ?? undefined}
          />
        ) : (
          <p className={classes.help}>
            <Trans>After that, you can add another logo for dark backgrounds.</Trans>
          </p>
        )}
      </div>
    </SettingsCard>
  )
}
