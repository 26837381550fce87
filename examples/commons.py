"""Ten questions that players ask, answered by a dataset of games: a marimo notebook (docs/dataset.md).

Run it as a program, `python examples/commons.py --dataset DIR`: it prints the answers and draws the first plot. Or open
it: `marimo edit examples/commons.py -- --dataset DIR`.
"""

import marimo

app = marimo.App(app_title="Ten questions to a dataset of games")

with app.setup:
    from pathlib import Path

    import duckdb
    import marimo as mo
    from matplotlib.figure import Figure

    QUESTIONS = {
        "Which seat wins how often?": """
            SELECT variant, seats AS players, seat, avg(won::int) AS wins, 1 / seats AS chance, count(*) AS games
            FROM seats JOIN games USING (game_id) WHERE won IS NOT NULL GROUP BY ALL ORDER BY ALL
        """,
        "Which bots win how often, and people?": """
            SELECT variant, coalesce(bot, 'a person') AS player, avg(won::int) AS wins, count(*) AS seats_played
            FROM seats JOIN games USING (game_id) WHERE won IS NOT NULL GROUP BY ALL ORDER BY variant, wins DESC
        """,
        "Does the price of the first plant matter?": """
            WITH bought AS (
                SELECT game_id, version, (event->>['player', 'price', 'plant'])::int[] AS one
                FROM events WHERE topic LIKE 'power_grid.PlantBought/%'
            ), first AS (
                SELECT game_id, one[1] AS seat, arg_min(one[2] - one[3], version) AS above FROM bought GROUP BY ALL
            )
            SELECT variant, least(above // 5 * 5, 20) AS above_its_number, avg(won::int) AS wins, count(*) AS plants
            FROM first JOIN seats USING (game_id, seat) JOIN games USING (game_id) GROUP BY ALL ORDER BY ALL
        """,
        "What is a plant worth, by round?": """
            SELECT game, round, median(paid) AS typical_price, max(paid) AS highest, count(*) AS plants
            FROM decisions JOIN games USING (game_id)
            WHERE lower(phase) = 'auction' AND paid > 0 AND NOT undone GROUP BY ALL ORDER BY ALL
        """,
        "How often does the leader of round 5 win?": """
            WITH before AS (
                SELECT game_id, seat, (arg_min(figures, version)->>'CITIES')::int AS cities
                FROM decisions WHERE round = 5 AND lower(phase) = 'auction' GROUP BY ALL
            ), leaders AS (
                SELECT game_id, seat FROM before
                QUALIFY rank() OVER (PARTITION BY game_id ORDER BY cities DESC) = 1 AND cities > 0
            )
            SELECT variant, seats AS players, avg(won::int) AS leaders_win, 1 / seats AS chance, count(*) AS leaders
            FROM leaders JOIN seats USING (game_id, seat) JOIN games USING (game_id) GROUP BY ALL ORDER BY ALL
        """,
        "How long is a game?": """
            SELECT variant, seats AS players, median(decisions) AS decisions, max(decisions) AS longest,
                   median(ended_at - opened_at) AS duration, count(*) AS games
            FROM games GROUP BY ALL ORDER BY ALL
        """,
        "In which phase is the choice largest?": """
            SELECT phase, exp(avg(ln(legal))) AS typical_commands, avg((legal = 1)::int) AS without_choice,
                   count(*) AS asked
            FROM decisions GROUP BY ALL ORDER BY typical_commands DESC, phase
        """,
        "What do winners pay for, and what do others?": """
            WITH spent AS (
                SELECT game_id, seat, phase, sum(paid) AS paid FROM decisions WHERE paid > 0 AND NOT undone GROUP BY ALL
            )
            SELECT variant, phase, avg(paid) FILTER (won) AS winner, avg(paid) FILTER (NOT won) AS other_player
            FROM spent JOIN seats USING (game_id, seat) JOIN games USING (game_id) GROUP BY ALL ORDER BY ALL
        """,
        "How close are games?": """
            WITH best AS (SELECT game_id, max(score, 2) AS two FROM seats WHERE score IS NOT NULL GROUP BY ALL)
            SELECT variant, median(two[1] - two[2]) AS lead, avg((two[1] = two[2])::int) AS equal, count(*) AS games
            FROM best JOIN games USING (game_id) WHERE len(two) = 2 GROUP BY ALL ORDER BY ALL
        """,
        "How often is a bid raised?": """
            SELECT game, round, count(*) FILTER (kind = 'PlaceBid') / count(*) FILTER (kind LIKE 'Nominate%') AS raises,
                   count(*) FILTER (kind LIKE 'Nominate%') AS auctions
            FROM decisions JOIN games USING (game_id)
            WHERE lower(phase) = 'auction' AND NOT undone GROUP BY ALL ORDER BY ALL
        """,
    }
    """Each question with its query. The tables are those of docs/dataset.md."""

    def connect(dataset: Path) -> duckdb.DuckDBPyConnection:
        """Return a connection in which the tables of the dataset are views."""
        connection = duckdb.connect()
        for path in sorted(dataset.glob("*.parquet")):
            connection.read_parquet(str(path)).select("* EXCLUDE (month)").create_view(path.stem)
        return connection


@app.cell
def _():
    folder = Path(mo.cli_args().get("dataset") or "games")
    games = connect(folder)
    return folder, games


@app.cell
def _(games):
    answers = {question: games.sql(query).df() for question, query in QUESTIONS.items()}
    return (answers,)


@app.cell
def _(answers):
    mo.vstack([mo.vstack([mo.md(f"## {question}"), mo.ui.table(answer)]) for question, answer in answers.items()])
    return


@app.cell
def _(answers, folder):
    wins = answers["Which seat wins how often?"]
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    labels = [f"{row.variant}\n{row.players} players, seat {row.seat}" for row in wins.itertuples()]
    axes.barh(labels, wins["wins"], label="games won")
    axes.plot(wins["chance"], labels, "k|", markersize=18, label="chance")
    axes.invert_yaxis()
    axes.set_title("Which seat wins how often?")
    axes.legend()
    plot = folder / "seats.svg"
    figure.savefig(plot)
    mo.as_html(figure)
    return (plot,)


@app.cell
def _(answers, plot):
    if mo.app_meta().mode == "script":
        for question, answer in answers.items():
            print(f"\n{question}\n{answer.to_string(index=False)}")
        print(f"\nThe first plot: {plot}")
    return


if __name__ == "__main__":
    app.run()
