package repo

// Setting answers the last value of a key of git's configuration, such as
// "eik.branch", as it stood when the model was opened.
func (m *Model) Setting(key string) (string, bool) { return m.config.String(key) }

// SettingBool answers a key as git reads booleans, and the default where it is absent
// or no boolean.
func (m *Model) SettingBool(key string, otherwise bool) bool { return m.config.Bool(key, otherwise) }
