"""Models of scikit-learn."""

from gnomon.models.sklearn import (
    datasets,
    functions,
    metrics,
    model_selection,
    pipeline,
    predictors,
    transformers,
)

__all__ = ["datasets", "functions", "metrics", "model_selection", "pipeline", "predictors", "transformers"]
