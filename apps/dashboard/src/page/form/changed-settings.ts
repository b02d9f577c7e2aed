/**
 * The settings whose fields were changed in a form. Only they are sent, so that what another person has changed
 * meanwhile stays.
 *
 * @param fieldsOf the fields on which each setting depends
 */
export function changedSettings<Settings extends object, Values extends object>(
  settings: Settings,
  changes: Partial<Values>,
  fieldsOf: { readonly [Name in keyof Settings]-?: readonly (keyof Values)[] },
): Partial<Settings> {
  const changed = (Object.keys(settings) as (keyof Settings)[]).filter((name) =>
    fieldsOf[name].some((field) => field in changes),
  )
  // Unchecked cast: the values are those of the settings.
  return Object.fromEntries(changed.map((name) => [name, settings[name]])) as Partial<Settings>
}
