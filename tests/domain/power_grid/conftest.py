"""The final report of `make sim`."""


def pytest_terminal_summary(terminalreporter):
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    told = [fact for report in reports for fact in report.user_properties]
    rounds, commands = ([value for name, value in told if name == of] for of in ("rounds", "commands"))
    if rounds:
        terminalreporter.write_sep("=", "games of Power Grid")
        terminalreporter.write_line(
            f"{len(rounds):,} games ended, {sum(commands):,} commands;"
            f" the longest had {max(rounds)} rounds, {max(commands):,} commands"
        )
